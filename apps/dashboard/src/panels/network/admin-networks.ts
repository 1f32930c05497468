import { field } from '../../panel/form-spec.ts'
import { type Panel, panel } from '../../panel/panel.ts'
import { projectColumn as project } from '../project-column.ts'
import { networks } from './networks.ts'

const kinds = ['flat', 'vlan', 'vxlan', 'local']
const hasNumber = (type: unknown): boolean => type === 'vlan' || type === 'vxlan'

const provider = [
  field('shared', { option: 'share' }),
  field('router:external', { option: 'external' }),
  field('provider:network_type', { choices: kinds, option: 'provider-network-type', advanced: true }),
  field('provider:physical_network', { option: 'provider-physical-network', advanced: true }),
  field('provider:segmentation_id', {
    option: 'provider-segment',
    advanced: true,
    when: (values) => hasNumber(values['provider:network_type']),
  }),
]

const whole: Panel = networks

/** The networks of all projects, with the attributes that only admins may set. */
export const adminNetworks = panel({
  ...whole,
  columns: [...whole.columns.slice(0, 1), project, ...whole.columns.slice(1)],
  details: (whole.details ?? []).filter(({ name }) => name !== project.name),
  tabs: [
    ...(whole.tabs ?? []),
    { id: 'agents', panel: 'network-agents', within: ({ id }) => ({ path: { network_id: id } }) },
  ],
  ...(whole.create
    ? {
        create: {
          ...whole.create,
          fields: [
            ...whole.create.fields,
            field('project_id', { to: 'projects', option: 'project', advanced: true }),
            ...provider,
          ],
        },
      }
    : {}),
  ...(whole.update
    ? { update: { ...whole.update, fields: [...whole.update.fields, ...provider.slice(0, 2)] } }
    : {}),
})
