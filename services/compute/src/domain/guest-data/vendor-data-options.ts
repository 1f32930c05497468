import { defineOptions, type GroupValues } from '@nimbo/config/option-group'
import { boolean, integer, list, string } from '@nimbo/config/option-types'

/** Options about what guests are told by the operator and by services of the operator. */
export const vendorDataOptions = defineOptions('api', {
  vendordata_providers: list({
    default: ['StaticJSON'],
    help: 'What vendor data consists of: StaticJSON, the content of a file, and DynamicJSON, what services say of the server.',
  }),
  vendordata_jsonfile_path: string({
    help: 'The file of StaticJSON, an object in JSON; unset: an empty one.',
  }),
  vendordata_dynamic_targets: list({
    default: [],
    help: 'The services of DynamicJSON, each NAME@URL: what a server is like is posted to the URL, and guests find the answer under the name.',
  }),
  vendordata_dynamic_connect_timeout: integer({
    default: 5,
    min: 3,
    help: 'How many seconds such a service has to take the connection; what it does not use it may read longer.',
  }),
  vendordata_dynamic_read_timeout: integer({
    default: 5,
    min: 0,
    help: 'How many seconds it has to answer then.',
  }),
  vendordata_dynamic_failure_fatal: boolean({
    default: false,
    help: 'Whether a build fails, and a guest is told nothing, when such a service does not answer; otherwise its part is empty.',
  }),
})

export type VendorDataOptions = GroupValues<typeof vendorDataOptions>
