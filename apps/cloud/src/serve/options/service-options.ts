import { novaOptions } from '@nimbo/compute/service/compute-options'
import type { OptionGroup } from '@nimbo/config/option-group'
import { keystoneOptions } from '@nimbo/identity/config'
import { glanceOptions } from '@nimbo/image/config'
import { neutronOptions } from '@nimbo/network/config'
import { placementOptions } from '@nimbo/placement/config'
import { cinderOptions } from '@nimbo/volume/config'
import type { ServiceName } from '../../roles/role.ts'
import { accountOptions } from './account-options.ts'
import { cinderServeOptions } from './cinder-options.ts'
import { commonOptions } from './common-options.ts'
import { glanceServeOptions } from './glance-options.ts'
import { keystoneServeOptions } from './keystone-options.ts'
import { neutronServeOptions } from './neutron-options.ts'
import { novaServeOptions } from './nova-options.ts'
import { placementServeOptions } from './placement-options.ts'
import { cinderUpgradeLevels, neutronUpgradeLevels, novaUpgradeLevels } from './upgrade-levels.ts'

const shared = [...commonOptions, ...accountOptions] as const

/** Every option that `<service>.conf` may hold, of all its roles; sections of an operator's own naming come besides. */
export const serviceOptions = {
  keystone: [...shared, ...keystoneServeOptions, ...keystoneOptions],
  glance: [...shared, ...glanceServeOptions, ...glanceOptions],
  placement: [...shared, ...placementServeOptions, ...placementOptions],
  nova: [...shared, ...novaServeOptions, ...novaOptions, novaUpgradeLevels],
  neutron: [...shared, ...neutronServeOptions, ...neutronOptions, neutronUpgradeLevels],
  cinder: [...shared, ...cinderServeOptions, ...cinderOptions, cinderUpgradeLevels],
} as const satisfies Readonly<Record<ServiceName, readonly OptionGroup[]>>
