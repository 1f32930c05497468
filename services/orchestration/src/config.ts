import { hostname } from 'node:os'
import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, integer, list, seconds, string } from '@nimbo/config/option-types'
import { flowOptions } from '@nimbo/durable/flow-options'
import { notificationOptions } from '@nimbo/notifications/notification-options'
import { type Sealing, sealingBy } from './domain/sealing.ts'

const limits = defineOptions('DEFAULT', {
  max_template_size: integer({
    default: 524288,
    min: 0,
    help: 'Most bytes of a template, or of a file given with one.',
  }),
  max_nested_stack_depth: integer({ default: 5, min: 0, help: 'How deep stacks may lie within stacks.' }),
  max_resources_per_stack: integer({
    default: 1000,
    min: -1,
    help: 'Most resources of a stack and all stacks within it; -1 for any number.',
  }),
  max_stacks_per_tenant: integer({
    default: 512,
    min: -1,
    help: 'Most stacks of a project, those within stacks not counted; -1 for any number.',
  }),
  use_keystone_limits: boolean({
    default: false,
    help: 'Whether identity says how many stacks a project may have, by the limit `stacks`; where nobody registered it, max_stacks_per_tenant does.',
  }),
  max_events_per_stack: integer({
    default: 1000,
    min: 0,
    help: 'How many events of a stack are kept; older ones go. 0 keeps all.',
  }),
  max_snapshots_per_stack: integer({
    default: 32,
    min: -1,
    help: 'Most snapshots of a stack; -1 for any number.',
  }),
})

const engine = defineOptions('DEFAULT', {
  host: string({ help: 'Name of this machine among the engines; its host name unless set.' }),
  num_engine_workers: integer({ default: 1, min: 1, help: 'How many engines a machine runs.' }),
  stack_action_timeout: seconds({
    default: 3600,
    help: 'Seconds for whatever is done to a stack, unless its user says otherwise.',
  }),
  action_retry_limit: integer({
    default: 5,
    min: 0,
    help: 'How often a resource that could not be made is made anew.',
  }),
  client_retry_limit: integer({
    default: 2,
    min: 0,
    help: 'How often a call that failed in passing is made again.',
  }),
  resources_at_once: integer({
    default: 128,
    min: 1,
    help: 'How many resources of one stack are worked on at once; most of the time each waits for another service.',
  }),
  enable_stack_abandon: boolean({ default: false, help: 'Whether stacks may be abandoned and exported.' }),
  enable_stack_adopt: boolean({ default: false, help: 'Whether abandoned stacks may be adopted.' }),
  trusts_delegated_roles: list({
    default: [],
    help: 'Roles that users hand on to the engine; all of theirs unless given.',
  }),
  heat_metadata_server_url: string({
    help: 'Address by which guests reach the API of signals; beside identity unless given.',
  }),
  stack_user_domain_name: string({
    default: 'heat',
    help: 'Domain of the users that stacks make for their resources; made when the first is.',
  }),
  stack_user_domain_id: string({
    help: 'The same by its id, which goes before the name; this one must be there.',
  }),
  auth_encryption_key: string({
    secret: true,
    help: 'Key that signs addresses for signals and encrypts secrets: the same for API, heat-api-cfn, engines.',
  }),
  encrypt_parameters_and_properties: boolean({
    default: false,
    help: 'Whether parameters, properties and templates are encrypted in the database, as secrets always are.',
  }),
})

/** The options of heat.conf. */
export const heatOptions = [limits, engine, flowOptions, ...notificationOptions('heat')] as const

export type HeatConfig = Config<(typeof heatOptions)[number]>

/** The encryption of stored data by this configuration. */
export const sealingOf = ({ DEFAULT }: HeatConfig): Sealing =>
  sealingBy(DEFAULT.auth_encryption_key, { isAll: DEFAULT.encrypt_parameters_and_properties })

/** The host name of engines on this machine. */
export const hostOf = ({ DEFAULT }: HeatConfig): string => DEFAULT.host ?? hostname()
