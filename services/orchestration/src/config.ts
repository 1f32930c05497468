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
    help: 'Maximum size in bytes of a template, or of a file given with one.',
  }),
  max_nested_stack_depth: integer({ default: 5, min: 0, help: 'Maximum depth of nested stacks.' }),
  max_resources_per_stack: integer({
    default: 1000,
    min: -1,
    help: 'Maximum number of resources in a stack, including its nested stacks; -1 for unlimited.',
  }),
  max_stacks_per_tenant: integer({
    default: 512,
    min: -1,
    help: 'Maximum number of stacks per project, without nested stacks; -1 for unlimited.',
  }),
  use_keystone_limits: boolean({
    default: false,
    help: 'Whether the number of stacks per project is limited by the unified limit `stacks` of identity; if it is not registered, max_stacks_per_tenant applies.',
  }),
  max_events_per_stack: integer({
    default: 1000,
    min: 0,
    help: 'Number of events that are kept per stack; older ones are deleted. 0 keeps all.',
  }),
  max_snapshots_per_stack: integer({
    default: 32,
    min: -1,
    help: 'Maximum number of snapshots per stack; -1 for unlimited.',
  }),
})

const engine = defineOptions('DEFAULT', {
  host: string({ help: 'Name of this machine as the host of its engines; its host name if unset.' }),
  num_engine_workers: integer({ default: 1, min: 1, help: 'Number of engine processes per machine.' }),
  stack_action_timeout: seconds({
    default: 3600,
    help: 'Default timeout in seconds of an action on a stack.',
  }),
  action_retry_limit: integer({
    default: 5,
    min: 0,
    help: 'Maximum number of times that a resource whose creation failed is deleted and created again.',
  }),
  client_retry_limit: integer({
    default: 2,
    min: 0,
    help: 'Maximum number of retries of a call to another service after a temporary error.',
  }),
  resources_at_once: integer({
    default: 128,
    min: 1,
    help: 'Maximum number of resources of one stack that are processed at the same time; most of the time they wait for other services.',
  }),
  enable_stack_abandon: boolean({ default: false, help: 'Whether stacks may be abandoned and exported.' }),
  enable_stack_adopt: boolean({ default: false, help: 'Whether abandoned stacks may be adopted.' }),
  trusts_delegated_roles: list({
    default: [],
    help: 'Roles that users delegate to the engine with trusts; all their roles if unset.',
  }),
  heat_metadata_server_url: string({
    help: 'URL of heat-api-cfn for signals from guests; derived from the URL of identity if unset.',
  }),
  stack_user_domain_name: string({
    default: 'heat',
    help: 'Domain of the users that stacks create for their resources; created with the first user if missing.',
  }),
  stack_user_domain_id: string({
    help: 'Id of the domain of these users, which takes precedence over stack_user_domain_name; the domain must exist.',
  }),
  auth_encryption_key: string({
    secret: true,
    help: 'Key that signs URLs for signals and encrypts secrets in the database; the same for heat-api, heat-api-cfn and heat-engine. Without it, nothing is encrypted.',
  }),
  encrypt_parameters_and_properties: boolean({
    default: false,
    help: 'Whether parameters, properties and templates are encrypted in the database, like secrets.',
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
