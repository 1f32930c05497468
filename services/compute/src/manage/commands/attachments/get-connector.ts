import { hostname } from 'node:os'
import { commonOptions } from '@nimbo/service/common-options'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { connectorOf } from '../../../resources/connector.ts'
import { propertiesAs } from '../property-table.ts'

export const getConnectorCommand: ServiceCommand = {
  name: 'volume_attachment get_connector',
  summary: 'Shows how the volume service connects volumes to this host.',
  details:
    'To be run on a compute host with its configuration. With --json, the output is for volume_attachment refresh.',
  options: { json: { type: 'boolean', help: 'print JSON instead of a table' } },
  run: async (given, managed, say) => {
    const { host = hostname(), my_ip: ip } = managed.read(commonOptions).DEFAULT
    say(propertiesAs({ ...connectorOf(host, ip) }, { isJson: given.flag('json') }))
    return 0
  },
}
