"""The cdktf app: one folder of Terraform JSON per system. DYNAWRIGHT_ENV chooses the environment, DYNAWRIGHT_SYSTEM one system."""

from dynawright.app import main

if __name__ == "__main__":
    main()
