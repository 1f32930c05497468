import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { vtpmOf } from '@nimbo/contracts/compute/vtpm'
import { type Element, element } from './xml.ts'

/** Whether the firmware boots only what it has keys for; the flavor's wish goes before the image's. */
export const bootsSecurely = ({ extraSpecs, imageProperties }: SpawnOrder): boolean =>
  imageProperties.hw_firmware_type === 'uefi' &&
  (extraSpecs['os:secure_boot'] ?? imageProperties.os_secure_boot) === 'required'

/** A TPM that swtpm plays, whose state is sealed by a secret that libvirt knows by the server's id. */
export const tpmElement = (order: SpawnOrder): Element | undefined => {
  const wanted = vtpmOf(order)
  if (wanted === undefined) return undefined
  return element(
    'tpm',
    { model: wanted.model },
    element(
      'backend',
      { type: 'emulator', version: wanted.version },
      element('encryption', { secret: order.id }),
    ),
  )
}
