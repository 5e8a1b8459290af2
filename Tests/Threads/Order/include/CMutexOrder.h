// Nothing is called: the linker takes what is here for the library's.
