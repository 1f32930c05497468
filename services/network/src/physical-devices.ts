import { UserError } from '@nimbo/kernel/user-error'

/** The error for an item of a list in `[linux_bridge]` that has the wrong form. */
export const misread = (option: string, form: string, text: string): Error =>
  new UserError(`neutron.conf: [linux_bridge] ${option}: expected ${form}, got ${text}`)

/** The items `NAME:VALUE` of a list in `[linux_bridge]`. */
export const pairsIn = <Option extends string>(
  options: Readonly<Record<Option, readonly string[]>>,
  option: Option,
): readonly (readonly [string, string])[] =>
  options[option].map((text) => {
    const [name = '', value = '', ...others] = text.split(':')
    if (value === '' || others.length > 0) throw misread(option, 'NAME:VALUE', text)
    return [name, value]
  })

/** The host's device for each physical network, as `physical_interface_mappings` names it. */
export const physicalDevices = (
  options: Readonly<Record<'physical_interface_mappings', readonly string[]>>,
): Readonly<Record<string, string>> => Object.fromEntries(pairsIn(options, 'physical_interface_mappings'))
