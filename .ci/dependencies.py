"""Checks the dependencies of the program: their licences and where they come from."""

import json
import re
import subprocess
import sys

# Licences that an MIT program may include with attribution only.
ALLOWED = {"MIT", "Apache-2.0", "BSD-3-Clause", "BSL-1.0", "Unicode-3.0", "Zlib"}
SOURCE = "registry+https://github.com/rust-lang/crates.io-index"


def is_allowed(licence):
    """Whether an SPDX expression can be met with the allowed licences; `/` is an old form of OR."""
    expression = licence.replace("/", " OR ").replace(" WITH ", "-with-")
    words = re.findall(r"[()]|[\w.+-]+", expression)
    values = {"AND": "and", "OR": "or", "(": "(", ")": ")"}
    return eval(" ".join(values.get(word, str(word in ALLOWED)) for word in words))


command = ["cargo", "metadata", "--locked", "--format-version", "1", "--all-features"]
packages = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["packages"]
faults = []
for package in (it for it in packages if it["source"]):
    name = f"{package['name']} {package['version']}"
    if package["source"] != SOURCE:
        faults.append(f"{name}: from {package['source']}")
    if not is_allowed(package["license"] or "none"):
        faults.append(f"{name}: licence {package['license']}")
for own in (it for it in packages if not it["source"]):
    free = [it["name"] for it in own["dependencies"] if it["req"] == "*" and not it.get("path")]
    faults += [f"{own['name']}: any version of {name}" for name in free]
print("\n".join(faults) or f"{len(packages)} packages: licences and sources are allowed")
sys.exit(bool(faults))
