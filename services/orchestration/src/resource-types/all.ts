import type { ResourceType } from '../resource-type/resource-type.ts'
import { alarm } from './aodh/alarm.ts'
import { combinationAlarm } from './aodh/combination-alarm.ts'
import { compositeAlarm } from './aodh/composite-alarm.ts'
import { eventAlarm } from './aodh/event-alarm.ts'
import { gnocchiAggregationByMetricsAlarm } from './aodh/gnocchi-aggregation-by-metrics-alarm.ts'
import { gnocchiAggregationByResourcesAlarm } from './aodh/gnocchi-aggregation-by-resources-alarm.ts'
import { gnocchiResourcesAlarm } from './aodh/gnocchi-resources-alarm.ts'
import { lbMemberHealthAlarm } from './aodh/lb-member-health-alarm.ts'
import { prometheusAlarm } from './aodh/prometheus-alarm.ts'
import { launchConfiguration } from './aws/launch-configuration.ts'
import { encryptedVolumeType } from './cinder/encrypted-volume-type.ts'
import { qosAssociation } from './cinder/qos-association.ts'
import { qosSpecs } from './cinder/qos-specs.ts'
import { volumeQuota } from './cinder/quota.ts'
import { volumeAttachment } from './cinder/volume-attachment.ts'
import { volumeType } from './cinder/volume-type.ts'
import { volume } from './cinder/volume.ts'
import { glanceImage } from './glance/image.ts'
import { webImage } from './glance/web-image.ts'
import { accessPolicy } from './heat/access-policy.ts'
import { autoScalingGroup } from './heat/auto-scaling-group.ts'
import { cloudConfig } from './heat/cloud-config.ts'
import { delay } from './heat/delay.ts'
import { deployedServer } from './heat/deployed-server.ts'
import { haRestarter } from './heat/ha-restarter.ts'
import { instanceGroup } from './heat/instance-group.ts'
import { multipartMime } from './heat/multipart-mime.ts'
import { none } from './heat/none.ts'
import { randomString } from './heat/random-string.ts'
import { resourceChain } from './heat/resource-chain.ts'
import { resourceGroup } from './heat/resource-group.ts'
import { scalingPolicy } from './heat/scaling-policy.ts'
import { softwareComponent } from './heat/software-component.ts'
import { softwareConfig } from './heat/software-config.ts'
import { softwareDeploymentGroup } from './heat/software-deployment-group.ts'
import { softwareDeployment } from './heat/software-deployment.ts'
import { softwareDeployments } from './heat/software-deployments.ts'
import { stack } from './heat/stack.ts'
import { structuredConfig } from './heat/structured-config.ts'
import { structuredDeploymentGroup } from './heat/structured-deployment-group.ts'
import { structuredDeployment } from './heat/structured-deployment.ts'
import { structuredDeployments } from './heat/structured-deployments.ts'
import { swiftSignalHandle } from './heat/swift-signal-handle.ts'
import { swiftSignal } from './heat/swift-signal.ts'
import { testResource } from './heat/test-resource.ts'
import { updateWaitConditionHandle } from './heat/update-wait-condition-handle.ts'
import { value } from './heat/value.ts'
import { waitConditionHandle } from './heat/wait-condition-handle.ts'
import { waitCondition } from './heat/wait-condition.ts'
import { domain } from './keystone/domain.ts'
import { endpoint } from './keystone/endpoint.ts'
import { groupRoleAssignment } from './keystone/group-role-assignment.ts'
import { group } from './keystone/group.ts'
import { project } from './keystone/project.ts'
import { region } from './keystone/region.ts'
import { role } from './keystone/role.ts'
import { service } from './keystone/service.ts'
import { userRoleAssignment } from './keystone/user-role-assignment.ts'
import { user } from './keystone/user.ts'
import { addressScope } from './neutron/address-scope.ts'
import { extraRouteSet } from './neutron/extra-route-set.ts'
import { extraRoute } from './neutron/extra-route.ts'
import { floatingIpAssociation } from './neutron/floating-ip-association.ts'
import { floatingIpPortForward } from './neutron/floating-ip-port-forward.ts'
import { floatingIp } from './neutron/floating-ip.ts'
import { meteringLabel } from './neutron/metering-label.ts'
import { meteringRule } from './neutron/metering-rule.ts'
import { net } from './neutron/net.ts'
import { port } from './neutron/port.ts'
import { providerNet } from './neutron/provider-net.ts'
import { qosBandwidthLimitRule } from './neutron/qos-bandwidth-limit-rule.ts'
import { qosDscpMarkingRule } from './neutron/qos-dscp-marking-rule.ts'
import { qosMinimumBandwidthRule } from './neutron/qos-minimum-bandwidth-rule.ts'
import { qosMinimumPacketRateRule } from './neutron/qos-minimum-packet-rate-rule.ts'
import { qosPolicy } from './neutron/qos-policy.ts'
import { networkQuota } from './neutron/quota.ts'
import { rbacPolicy } from './neutron/rbac-policy.ts'
import { routerGateway } from './neutron/router-gateway.ts'
import { routerInterface } from './neutron/router-interface.ts'
import { router } from './neutron/router.ts'
import { securityGroupRule } from './neutron/security-group-rule.ts'
import { securityGroup } from './neutron/security-group.ts'
import { segment } from './neutron/segment.ts'
import { subnetPool } from './neutron/subnet-pool.ts'
import { subnet } from './neutron/subnet.ts'
import { trunk } from './neutron/trunk.ts'
import { flavor } from './nova/flavor.ts'
import { computeFloatingIpAssociation } from './nova/floating-ip-association.ts'
import { computeFloatingIp } from './nova/floating-ip.ts'
import { hostAggregate } from './nova/host-aggregate.ts'
import { keyPair } from './nova/key-pair.ts'
import { computeQuota } from './nova/quota.ts'
import { serverGroup } from './nova/server-group.ts'
import { server } from './nova/server.ts'
import { container } from './swift/container.ts'

/** All resource types. */
export const resourceTypes: readonly ResourceType[] = [
  alarm,
  combinationAlarm,
  compositeAlarm,
  eventAlarm,
  gnocchiAggregationByMetricsAlarm,
  gnocchiAggregationByResourcesAlarm,
  gnocchiResourcesAlarm,
  lbMemberHealthAlarm,
  prometheusAlarm,
  launchConfiguration,
  encryptedVolumeType,
  qosAssociation,
  qosSpecs,
  volumeQuota,
  volumeAttachment,
  volumeType,
  volume,
  glanceImage,
  webImage,
  accessPolicy,
  autoScalingGroup,
  cloudConfig,
  delay,
  deployedServer,
  haRestarter,
  instanceGroup,
  multipartMime,
  none,
  randomString,
  resourceChain,
  resourceGroup,
  scalingPolicy,
  softwareComponent,
  softwareConfig,
  softwareDeploymentGroup,
  softwareDeployment,
  softwareDeployments,
  stack,
  structuredConfig,
  structuredDeploymentGroup,
  structuredDeployment,
  structuredDeployments,
  swiftSignalHandle,
  swiftSignal,
  testResource,
  updateWaitConditionHandle,
  value,
  waitConditionHandle,
  waitCondition,
  domain,
  endpoint,
  groupRoleAssignment,
  group,
  project,
  region,
  role,
  service,
  userRoleAssignment,
  user,
  addressScope,
  extraRouteSet,
  extraRoute,
  floatingIpAssociation,
  floatingIpPortForward,
  floatingIp,
  meteringLabel,
  meteringRule,
  net,
  port,
  providerNet,
  qosBandwidthLimitRule,
  qosDscpMarkingRule,
  qosMinimumBandwidthRule,
  qosMinimumPacketRateRule,
  qosPolicy,
  networkQuota,
  rbacPolicy,
  routerGateway,
  routerInterface,
  router,
  securityGroupRule,
  securityGroup,
  segment,
  subnetPool,
  subnet,
  trunk,
  flavor,
  computeFloatingIpAssociation,
  computeFloatingIp,
  hostAggregate,
  keyPair,
  computeQuota,
  serverGroup,
  server,
  container,
]
