import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Hypervisor } from '@nimbo/compute/driver/hypervisor'
import { endorsementOf } from '@nimbo/hypervisor-libvirt/endorsement.testing'
import { defaultSwtpmDir } from '@nimbo/hypervisor-libvirt/tpm-state'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { act, serverInStatus } from '@nimbo/testkit/servers'
import { guestsMissing } from '@nimbo/testkit/guests-missing'
import { type Facts, factsOf, patience, startTellingGuests } from './telling-guests.ts'

/** OVMF and swtpm are in packages of their own, so they may be missing where QEMU is installed. */
const trustMissing: string | false = ['/usr/bin/swtpm', '/usr/share/OVMF/OVMF_CODE_4M.fd'].every(existsSync)
  ? false
  : 'ovmf or swtpm is not installed'

/** A driver that remembers the passphrases of TPMs. */
const overhearing = (driver: Hypervisor, passphrases: Map<string, string>): Hypervisor => ({
  ...driver,
  spawning: {
    ...driver.spawning,
    keepTpmKey: async (id, passphrase) => {
      passphrases.set(id, passphrase)
      await driver.spawning.keepTpmKey?.(id, passphrase)
    },
  },
})

/** In the embedded shape only, because this is about what libvirt and QEMU do. */
test('real guests: rescue, UEFI and TPM', { skip: await guestsMissing() }, async (t) => {
  const passphrases = new Map<string, string>()
  const environment = { OS_DEFAULT__ALLOW_RESIZE_TO_SAME_HOST: 'true' }
  await using guests = await startTellingGuests(environment, (drivers) => ({
    ...drivers,
    hypervisors: drivers.hypervisors.map((host) => ({
      ...host,
      driver: overhearing(host.driver, passphrases),
    })),
  }))
  const { cloud, ada, imageRef, boot, become, remove } = guests

  /** Rescues a server with an image, and unrescues it; returns what it had beside its root disk meanwhile. */
  const besideInRescue = async (id: string, image: string, first: Facts): Promise<string> => {
    const rescue = { rescue_image_ref: image }
    const asked = await ada.compute.post(`/servers/${id}/action`, { rescue })
    assert.equal(asked.status, 200, JSON.stringify(asked.body))
    await serverInStatus(ada, id, 'RESCUE', patience)
    const inRescue = await factsOf(ada, id, [first])
    assert.notEqual(inRescue.mark, first.mark)
    await become(id, { unrescue: null }, 'ACTIVE')
    assert.equal((await factsOf(ada, id, [first, inRescue])).mark, first.mark)
    return inRescue.beside
  }

  await t.test('a rescued guest runs from another disk, and from its own after unrescue', async () => {
    const id = await boot({ name: 'ferdinand', imageRef })
    const first = await factsOf(ada, id)
    assert.equal(await besideInRescue(id, imageRef, first), `,vdb2:${first.mark}`)
    await remove(id)
  })

  await t.test('a guest on a volume is rescued beside it, and finds the volume where it was', async () => {
    // The guest looks for its root disk on SCSI first, and has no driver for USB.
    const properties = { hw_rescue_device: 'disk', hw_rescue_bus: 'scsi' }
    const further = await makeImage(ada, { diskFormat: 'qcow2', data: guests.data, properties })
    const root = {
      ...{ boot_index: 0, source_type: 'image', destination_type: 'volume', uuid: imageRef },
      ...{ volume_size: 1, delete_on_termination: true },
    }
    const id = await boot({ name: 'clara', block_device_mapping_v2: [root] })
    const first = await factsOf(ada, id)
    assert.equal(await besideInRescue(id, further, first), `,vda2:${first.mark}`)
    await remove(id)
  })

  await t.test(
    'a guest with UEFI and a TPM sees both, also after a hard reboot and a resize',
    { skip: trustMissing },
    async () => {
      const properties = { hw_firmware_type: 'uefi' }
      const ofUefi = await makeImage(ada, { diskFormat: 'qcow2', data: guests.data, properties })
      const extraSpecs = { 'hw:tpm_version': '2.0', 'hw:tpm_model': 'tpm-crb' }
      const flavorRef = await makeFlavor(cloud.admin, { name: 'm1.tpm', ram: 192, disk: 1, extraSpecs })
      const id = await boot({ name: 'trusted', imageRef: ofUefi, flavorRef })
      const first = await factsOf(ada, id)
      assert.deepEqual([first.efi, first.tpm], ['yes', 'yes'])
      // The state of the TPM is encrypted, so this boots only if the same secret is used again.
      await act(ada, id, { reboot: { type: 'HARD' } })
      await serverInStatus(ada, id, 'ACTIVE', patience)
      const again = await factsOf(ada, id, [first])
      assert.deepEqual([again.mark, again.efi, again.tpm], [first.mark, 'yes', 'yes'])

      const endorsement = () => endorsementOf(join(defaultSwtpmDir, id), passphrases.get(id) ?? '')
      const own = await endorsement()
      const wanted = { name: 'm1.tpm.large', ram: 192, disk: 1, vcpus: 2, extraSpecs }
      await become(id, { resize: { flavorRef: await makeFlavor(cloud.admin, wanted) } }, 'VERIFY_RESIZE')
      const resized = await factsOf(ada, id, [first, again])
      assert.deepEqual([resized.mark, resized.cpus, resized.tpm], [first.mark, 2, 'yes'])
      assert.equal(await endorsement(), own, 'it is the same TPM')
      assert.equal((await ada.compute.post(`/servers/${id}/action`, { confirmResize: null })).status, 204)
      await serverInStatus(ada, id, 'ACTIVE', patience)
      await remove(id)
      assert.ok(!existsSync(join(defaultSwtpmDir, id)))
    },
  )
  await cloud.settled()
})
