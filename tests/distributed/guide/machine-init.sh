#!/bin/sh
# The first process of a machine: gives it its own directories, host name and loopback, prints "ready" and reaps processes until killed.
# machine-init.sh SCRATCH NAME CLONE PROGRAMS
set -e
scratch=$1 name=$2 clone=$3 programs=$4

mount -t tmpfs -o mode=0755 machine "$scratch"
for directory in etc opt root var; do
  mkdir -p "$scratch/upper/$directory" "$scratch/work/$directory"
  chmod --reference="/$directory" "$scratch/upper/$directory"
  mount -t overlay machine \
    -o "lowerdir=/$directory,upperdir=$scratch/upper/$directory,workdir=$scratch/work/$directory" "/$directory"
done
mount -t tmpfs machine /dev/shm
mount -t tmpfs -o mode=0755 machine /run
# Files of another machine are found through its first process, by the process id in the outer system.
mkdir -p /run/outer-proc /run/machine/bin /run/units /run/lock
mount --bind /proc /run/outer-proc
mount -t proc proc /proc
cp "$programs"/* /run/machine/bin/

# Hides the configuration and data of services of this computer.
rm -rf /etc/nimbo /var/lib/nimbo /etc/postgresql
find /etc/systemd/system /var/lib/postgresql /var/lib/rabbitmq -mindepth 1 -delete 2>/dev/null || true
rm -rf /opt/nimbo
mkdir /opt/nimbo
mount --bind "$clone" /opt/nimbo

echo "$name" > /proc/sys/kernel/hostname
printf '127.0.0.1 localhost\n127.0.1.1 %s\n' "$name" > /etc/hosts
ip link set lo up
echo ready
while :; do sleep 3600 & wait $!; done
