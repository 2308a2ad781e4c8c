// An empty library under the name of librti, for linking the libraries that librti needs itself.
