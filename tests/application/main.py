"""The cdktf app of the application that tests copy."""

from dynawright.app import main

if __name__ == "__main__":
    main()
