import { defineOptions, type GroupValues } from '@nimbo/config/option-group'
import { boolean, integer, list, string } from '@nimbo/config/option-types'

/** Options about the vendor data that guests get from the operator and from the operator's services. */
export const vendorDataOptions = defineOptions('api', {
  vendordata_providers: list({
    default: ['StaticJSON'],
    help: 'Sources of vendor data: StaticJSON, the content of a file, and DynamicJSON, the answers of external services.',
  }),
  vendordata_jsonfile_path: string({
    help: 'File with the JSON object for StaticJSON; unset: an empty object.',
  }),
  vendordata_dynamic_targets: list({
    default: [],
    help: 'Services for DynamicJSON, each as NAME@URL. A description of the server is posted to the URL, and guests get the answer under the name.',
  }),
  vendordata_dynamic_connect_timeout: integer({
    default: 5,
    min: 3,
    help: 'Seconds to connect to a DynamicJSON service. A request may take this long plus vendordata_dynamic_read_timeout in total.',
  }),
  vendordata_dynamic_read_timeout: integer({
    default: 5,
    min: 0,
    help: 'Seconds for a DynamicJSON service to answer, in addition to vendordata_dynamic_connect_timeout.',
  }),
  vendordata_dynamic_failure_fatal: boolean({
    default: false,
    help: 'Whether a build fails, and guests get no vendor data, if a DynamicJSON service does not answer; if not, its part is empty.',
  }),
})

export type VendorDataOptions = GroupValues<typeof vendorDataOptions>
