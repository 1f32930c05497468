import { errors } from '../../errors.ts'
import { type Asked, askedOf } from '../numa/asked.ts'

/** Throws, in Nova's words, when the flavor's number of serial ports is none, or the image asks for more ports. */
export const requireSerialPorts = (asked: Asked): void => {
  const { ofFlavor, ofImage } = askedOf(asked, 'serial_port_count')
  if (ofFlavor === undefined) return
  if (!/^\s*[+-]?[0-9]+\s*$/.test(ofFlavor))
    throw errors.BadRequest({
      reason: `Number of serial ports specified in flavor is invalid: expected an integer, got '${ofFlavor}'`,
    })
  if (Number(ofFlavor) !== 0 && Number(ofImage ?? 0) > Number(ofFlavor))
    throw errors.BadRequest({
      reason: 'Forbidden to exceed flavor value of number of serial ports passed in image meta.',
    })
}
