import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { guestsMissing } from '@nimbo/testkit/guests-missing'
import { consoleOf, patience, startTellingGuests } from './telling-guests.ts'

const ovmfMissing: string | false = existsSync('/usr/share/OVMF/OVMF_CODE_4M.fd')
  ? false
  : 'ovmf is not installed'

/**
 * Has the guest print its firmware, the devices on its PCI bus, its serial ports, whether its network device has packed rings,
 * the bits of its physical addresses and whether it has Intel's IOMMU to the console, again and again.
 */
const userData = `#!/bin/sh
while :; do
  bus=$(for device in /sys/bus/pci/devices/*; do echo "$(cut -c3- $device/vendor):$(cut -c3- $device/device)"; done | sort | tr '\\n' ' ')
  ports=$(grep -c 16550A /proc/tty/driver/serial)
  net=$(dirname $(grep -l 0x0001 /sys/bus/virtio/devices/*/device))
  packed=$(cut -c35 $net/features)
  bits=$(sed -n 's/^address sizes.*: \\([0-9]*\\) bits physical.*/\\1/p' /proc/cpuinfo | head -n 1)
  iommu=$([ -e /sys/firmware/acpi/tables/DMAR ] && echo yes || echo no)
  parts="ports=$ports packed=$packed bits=$bits iommu=$iommu"
  echo "hardware $([ -d /sys/firmware/efi ] && echo uefi || echo bios) bus $bus. $parts ;" > /dev/console
  sleep 2
done
`

const watchdog = '8086:25ab'
const randomness = '1af4:1044'
const serialPorts = '1af4:1043'
const qxl = '1b36:0100'
const input = '1af4:1052'

/** In the embedded shape only, because this is about what libvirt and QEMU do: devices by image properties and extra specs. */
test('a real guest has the hardware that its image and flavor ask for', {
  skip: (await guestsMissing()) || ovmfMissing,
}, async () => {
  await using guests = await startTellingGuests()
  const { cloud, ada, boot, remove } = guests
  const properties = {
    ...{ hw_machine_type: 'q35', hw_firmware_type: 'uefi', hw_video_model: 'qxl', hw_video_ram: '32' },
    ...{ hw_qemu_guest_agent: 'True', hw_input_bus: 'virtio', hw_virtio_packed_ring: 'true' },
    ...{ hw_serial_port_count: '2', hw_viommu_model: 'intel' },
  }
  const imageRef = await makeImage(ada, { diskFormat: 'qcow2', data: guests.data, properties })
  const extraSpecs = {
    ...{ 'hw:watchdog_action': 'reset', 'hw_video:ram_max_mb': '64' },
    ...{ 'hw_rng:allowed': 'True', 'hw_rng:rate_bytes': '4096', 'hw_rng:rate_period': '1000' },
    ...{ 'hw:maxphysaddr_mode': 'emulate', 'hw:maxphysaddr_bits': '42', 'hw:serial_port_count': '3' },
  }
  const flavorRef = await makeFlavor(cloud.admin, { name: 'm1.parts', ram: 256, disk: 1, extraSpecs })
  const network = await makeNetwork(ada)
  const id = await boot({
    ...{ name: 'furnished', imageRef, flavorRef, networks: [{ uuid: network.id }] },
    user_data: Buffer.from(userData).toString('base64'),
  })
  const told = async () => {
    const all = [...(await consoleOf(ada, id)).matchAll(/hardware (\S+) bus (.*) \. (.*) ;/g)]
    const [, firmware = '', bus = '', parts = ''] = all.at(-1) ?? []
    return { firmware, bus: bus.split(' '), parts }
  }
  await eventually(async () => {
    const { firmware, bus, parts } = await told()
    assert.equal(firmware, 'uefi')
    assert.equal(parts, 'ports=2 packed=1 bits=42 iommu=yes')
    for (const device of [watchdog, randomness, serialPorts, qxl, input])
      assert.ok(bus.includes(device), `${device} of ${bus.join()}`)
  }, patience)

  await remove(id)
  assert.equal((await ada.network.delete(`/v2.0/networks/${network.id}`)).status, 204)
  await cloud.settled()
})
