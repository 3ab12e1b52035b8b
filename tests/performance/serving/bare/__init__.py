"""A Django project with one view that reads one prepared row and answers with it: as little as Django can do."""
