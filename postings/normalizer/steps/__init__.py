"""The steps of the pipeline: one step, one file or package, one function Document -> Document."""
