import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import type { GuestOptions } from './guest-options.ts'
import { usualArchitecture } from './machine-type.ts'
import { type Element, element } from './xml.ts'

type Options = Pick<GuestOptions, 'pointerModel'>

const pointerBus = ({ imageProperties }: SpawnOrder, { pointerModel }: Options): string | undefined => {
  const tablet = imageProperties.hw_pointer_model ?? pointerModel
  return imageProperties.hw_input_bus ?? (tablet === 'usbtablet' ? 'usb' : undefined)
}

/** x86 has a keyboard of its own, AArch64 has none. */
const keyboardBus = ({ imageProperties }: SpawnOrder): string | undefined => {
  const { hw_input_bus: bus, hw_architecture: architecture = usualArchitecture } = imageProperties
  return bus ?? (architecture === 'aarch64' ? 'usb' : undefined)
}

/** Whether a pointer or keyboard is a USB device. */
export const hasUsbInput = (order: SpawnOrder, options: Options): boolean =>
  [pointerBus(order, options), keyboardBus(order)].includes('usb')

/**
 * Pointer and keyboard for the graphical console: those of the image (`hw_input_bus`, `hw_pointer_model`), else the pointer that
 * the options set. A tablet tells where the pointer is, so that it does not drift apart from that of the console.
 */
export const inputElements = (order: SpawnOrder, options: Options): readonly Element[] => {
  const [pointer, keyboard] = [pointerBus(order, options), keyboardBus(order)]
  return [
    ...(pointer === undefined ? [] : [element('input', { type: 'tablet', bus: pointer })]),
    ...(keyboard === undefined ? [] : [element('input', { type: 'keyboard', bus: keyboard })]),
  ]
}
