import { defineOptions } from '@nimbo/config/option-group'
import { boolean, string } from '@nimbo/config/option-types'

/** Options of serial consoles: what the API offers, and how guests of a compute host serve them. */
export const serialConsoleOptions = defineOptions('serial_console', {
  enabled: boolean({
    default: false,
    help: 'Whether serial consoles are offered, through a proxy at base_url, and libvirt guests serve their serial ports; must be the same on nova-api and on compute hosts.',
  }),
  base_url: string({
    default: 'ws://127.0.0.1:6083/',
    help: 'URL of the serial console proxy for clients; empty: at the address of the APIs, as in a cloud of one process.',
  }),
  port_range: string({
    default: '10000:20000',
    help: 'TCP ports on which the serial ports of libvirt guests listen, as FIRST:END; END itself is not used.',
  }),
  proxyclient_address: string({
    default: '127.0.0.1',
    help: 'Address on which the serial ports of libvirt guests listen, and at which console proxies reach them. They require no password, so use an address in an internal network of the cloud.',
  }),
})
