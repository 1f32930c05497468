import type { serialConsoleOptions } from '@nimbo/compute/serial-console-options'
import type { Config } from '@nimbo/config/option-group'
import type { SerialOptions } from '@nimbo/hypervisor-libvirt/serial/serial-options'
import { UserError } from '@nimbo/kernel/user-error'

/** Throws when the range holds no port. */
export const serialOptions = ({
  port_range,
  proxyclient_address: address,
}: Config<typeof serialConsoleOptions>['serial_console']): SerialOptions => {
  const [first = 0, end = 0] = /^(\d{1,5}):(\d{1,5})$/.exec(port_range)?.slice(1).map(Number) ?? []
  if (first < 1 || end <= first || end > 65_536)
    throw new UserError(`nova.conf: [serial_console] port_range must be like 10000:20000, not ${port_range}`)
  return { address, ports: { first, last: end - 1 } }
}
