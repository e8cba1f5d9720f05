"""The cdktf app: one folder of Terraform JSON per stack."""

from dynawright.app import main

if __name__ == "__main__":
    main()
