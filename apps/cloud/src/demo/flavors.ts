/** The flavors of DevStack: id, memory in MiB, disk in GiB, vCPUs. */
export const demoFlavors = [
  { name: 'm1.nano', id: '42', ram: 192, disk: 1, vcpus: 1 },
  { name: 'm1.micro', id: '84', ram: 256, disk: 1, vcpus: 1 },
  { name: 'm1.tiny', id: '1', ram: 512, disk: 1, vcpus: 1 },
  { name: 'm1.small', id: '2', ram: 2048, disk: 20, vcpus: 1 },
  { name: 'm1.medium', id: '3', ram: 4096, disk: 40, vcpus: 2 },
  { name: 'm1.large', id: '4', ram: 8192, disk: 80, vcpus: 4 },
  { name: 'm1.xlarge', id: '5', ram: 16384, disk: 160, vcpus: 8 },
] as const
