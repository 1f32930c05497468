import { defineOptions } from '@nimbo/config/option-group'
import { choice, integer } from '@nimbo/config/option-types'

/** The default quotas of projects, and how they are counted. */
export const quotaOptions = defineOptions('QUOTAS', {
  quota_driver: choice(
    ['neutron.db.quota.driver_nolock.DbQuotaNoLockDriver', 'neutron.quota.UnifiedLimitsDriver'],
    {
      default: 'neutron.db.quota.driver_nolock.DbQuotaNoLockDriver',
      help: 'Whether quotas are kept in the database of this service (DbQuotaNoLockDriver), or are unified limits in identity (UnifiedLimitsDriver), named network, port and so on. Those not registered there follow the other options.',
    },
  ),
  default_quota: integer({
    default: -1,
    min: -1,
    help: 'Default quota of resources that have no option of their own; -1 for unlimited.',
  }),
  quota_network: integer({
    default: 100,
    min: -1,
    help: 'Default quota of networks per project; -1 for unlimited.',
  }),
  quota_subnet: integer({
    default: 100,
    min: -1,
    help: 'Default quota of subnets per project; -1 for unlimited.',
  }),
  quota_port: integer({
    default: 500,
    min: -1,
    help: 'Default quota of ports per project; -1 for unlimited.',
  }),
  quota_rbac_policy: integer({
    default: 10,
    min: -1,
    help: 'Default quota of RBAC policies per project; -1 for unlimited.',
  }),
  quota_security_group: integer({
    default: 10,
    min: -1,
    help: 'Default quota of security groups per project; -1 for unlimited.',
  }),
  quota_security_group_rule: integer({
    default: 100,
    min: -1,
    help: 'Default quota of security group rules per project; -1 for unlimited.',
  }),
  quota_router: integer({
    default: 10,
    min: -1,
    help: 'Default quota of routers per project; -1 for unlimited.',
  }),
  quota_floatingip: integer({
    default: 50,
    min: -1,
    help: 'Default quota of floating IPs per project; -1 for unlimited.',
  }),
})
