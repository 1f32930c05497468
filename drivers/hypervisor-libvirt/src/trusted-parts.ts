import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { vtpmOf } from '@nimbo/contracts/compute/vtpm'
import { type Element, element } from './xml.ts'

/** Whether the server uses secure boot; the flavor's extra spec takes precedence over the image property. */
export const bootsSecurely = ({ extraSpecs, imageProperties }: SpawnOrder): boolean =>
  imageProperties.hw_firmware_type === 'uefi' &&
  (extraSpecs['os:secure_boot'] ?? imageProperties.os_secure_boot) === 'required'

/** A TPM emulated by swtpm; its state is encrypted with a libvirt secret that has the server's id. */
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
