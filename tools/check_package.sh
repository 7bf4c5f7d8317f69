#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs a Debian package in a clean system made by debootstrap, without a compiler, and uses it.
#
# Usage, as root: tools/check_package.sh PACKAGE.deb
# The release and its mirror are those that this machine's apt is set to.
# Exit codes: 0 it works, 1 it does not, 2 wrong usage or no right to, 5 the network failed.
set -euo pipefail

fail() {  # CODE LINE
  printf 'check_package: %s\n' "$2" >&2
  exit "$1"
}

if (($# != 1)) || [[ ! -f $1 ]]; then fail 2 "expected one PACKAGE.deb; found: $*"; fi
((EUID == 0)) || fail 2 "debootstrap and chroot need root"
command -v debootstrap >/dev/null || fail 2 "debootstrap is missing: apt-get install debootstrap"
# What is mounted below goes with this process.
if [[ ${check_package_alone:-} != yes ]]; then
  check_package_alone=yes exec unshare --mount --propagation private "$0" "$@"
fi

package=$(readlink -f "$1")
examples=$(cd "$(dirname "$0")/../examples/quickstart" && pwd)
codename=$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")
# shellcheck disable=SC2016  # apt's own variables
mirror=$(apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' |
  sed -n "s/^$codename //p" | head -n 1)
[[ $mirror ]] || fail 2 "apt has no sources of $codename; run apt-get update"

root=$(mktemp -d)
trap 'umount -l "$root/proc" 2>/dev/null || true; rm -rf "$root"' EXIT
chmod 755 "$root"
debootstrap --variant=minbase --include=ca-certificates "$codename" "$root" "$mirror" >&2 ||
  fail 5 "debootstrap failed"
rm "$root/etc/apt/sources.list"
cp -r /etc/apt/sources.list* "$root/etc/apt/"
apt-config dump Acquire >"$root/etc/apt/apt.conf.d/acquire"  # proxies and the like
cp /usr/share/keyrings/* "$root/usr/share/keyrings/"
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount -t proc proc "$root/proc"
cp "$package" "$root/tmp/package.deb"
cp -r "$examples" "$root/tmp/quickstart"

inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"; }

inside apt-get -q update >/dev/null || fail 5 "apt-get update failed"
inside env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install \
  /tmp/package.deb >/dev/null || fail 1 "apt-get could not install $1"
for compiler in cc gcc g++ clang; do
  if inside sh -c "command -v $compiler" >/dev/null; then fail 1 "$compiler is there"; fi
done
inside tutti --version
inside tutti doctor
inside tutti train --model_name_or_path /tmp/quickstart/tiny_bert --allow_missing_tensors \
  --do_train --do_eval --train_file /tmp/quickstart/train.json \
  --validation_file /tmp/quickstart/dev.json \
  --max_train_samples 16 --max_eval_samples 16 --max_steps 4 --output_dir /tmp/out
inside test -f /usr/share/bash-completion/completions/tutti
inside test -f /usr/share/zsh/vendor-completions/_tutti
inside test -f /usr/share/fish/vendor_completions.d/tutti.fish
inside test -f /usr/share/doc/tutti/copyright
# minbase's dpkg leaves manual pages out.
dpkg-deb --contents "$package" | grep '/usr/share/man/man1/tutti-train\.1' >/dev/null ||
  fail 1 "the package has no manual pages"
printf 'check_package: %s installs and runs without a compiler\n' "$1"
