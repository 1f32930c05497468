import { exact, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { Type } from 'typebox'
import { apiAction } from './api-action.ts'
import { askedByAction } from './asked-by-action.ts'

/** Replaced in 2.6 by one operation for all types. */
const common = {
  until: '2.5',
  rule: 'os_compute_api:os-remote-consoles',
  replies: { 200: view({ console: view({ type: Type.String(), url: Type.String() }) }) },
} as const

const from = { onHost: true, lockIgnored: true } as const

/** The operations of each console type except VNC. */
export const legacyConsoles = {
  serial: apiAction({
    name: 'get serial console',
    operation: operation({
      ...askedByAction('os-getSerialConsole'),
      ...common,
      id: 'servers.serial-console',
      summary: 'Open the serial port of a server',
      body: Type.Object({ 'os-getSerialConsole': Type.Object({ type: oneOf(['serial']) }, exact) }, exact),
    }),
    from,
  }),
  spice: apiAction({
    name: 'get SPICE console',
    operation: operation({
      ...askedByAction('os-getSPICEConsole'),
      ...common,
      id: 'servers.spice-console',
      summary: 'Open the screen of a server by SPICE',
      body: Type.Object(
        { 'os-getSPICEConsole': Type.Object({ type: oneOf(['spice-html5']) }, exact) },
        exact,
      ),
    }),
    from,
  }),
  rdp: apiAction({
    name: 'get RDP console',
    operation: operation({
      ...askedByAction('os-getRDPConsole'),
      ...common,
      id: 'servers.rdp-console',
      summary: 'Refused: no hypervisor has RDP any more',
      body: Type.Object({ 'os-getRDPConsole': Type.Object({ type: oneOf(['rdp-html5']) }, exact) }, exact),
    }),
    from,
  }),
}
