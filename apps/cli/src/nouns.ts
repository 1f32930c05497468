import type { Command } from './grammar/command.ts'

type Commands = () => Promise<readonly Command[]>

/**
 * The modules with the commands of each noun, by the words they begin with. They are loaded on demand: loading the contracts of
 * all services takes longer than everything else the CLI does.
 */
const nouns: Readonly<Record<string, Commands>> = {
  'access token': async () => (await import('./nouns/identity/oauth-token.ts')).accessTokenCommands,
  consumer: async () => (await import('./nouns/identity/consumer.ts')).consumerCommands,
  'ec2 credentials': async () => (await import('./nouns/identity/ec2-credentials.ts')).ec2CredentialsCommands,
  'endpoint add': async () => (await import('./nouns/identity/endpoint-project.ts')).endpointAddCommands,
  'endpoint group': async () => (await import('./nouns/identity/endpoint-group.ts')).endpointGroupCommands,
  'endpoint remove': async () =>
    (await import('./nouns/identity/endpoint-project.ts')).endpointRemoveCommands,
  'federation domain': async () =>
    (await import('./nouns/identity/federation-scope.ts')).federationDomainCommands,
  'federation project': async () =>
    (await import('./nouns/identity/federation-scope.ts')).federationProjectCommands,
  'federation protocol': async () =>
    (await import('./nouns/identity/federation-protocol.ts')).federationProtocolCommands,
  'identity provider': async () =>
    (await import('./nouns/identity/identity-provider.ts')).identityProviderCommands,
  limit: async () => (await import('./nouns/identity/limit.ts')).limitCommands,
  mapping: async () => (await import('./nouns/identity/mapping.ts')).mappingCommands,
  policy: async () => (await import('./nouns/identity/policy.ts')).policyCommands,
  'registered limit': async () =>
    (await import('./nouns/identity/registered-limit.ts')).registeredLimitCommands,
  'request token': async () => (await import('./nouns/identity/oauth-token.ts')).requestTokenCommands,
  'service provider': async () =>
    (await import('./nouns/identity/service-provider.ts')).serviceProviderCommands,
  trust: async () => (await import('./nouns/identity/trust.ts')).trustCommands,
  'access rule': async () => (await import('./nouns/identity/access-rule.ts')).accessRuleCommands,
  acl: async () => (await import('./nouns/key-manager/acl.ts')).aclCommands,
  'address group': async () => (await import('./nouns/network/address-group.ts')).addressGroupCommands,
  aggregate: async () => (await import('./nouns/compute/aggregate.ts')).aggregateCommands,
  alarm: async () => (await import('./nouns/telemetry/alarm.ts')).alarmCommands,
  'alarm quota': async () => (await import('./nouns/telemetry/alarm-quota.ts')).alarmQuotaCommands,
  'alarm-history': async () => (await import('./nouns/telemetry/alarm-history.ts')).alarmHistoryCommands,
  alarming: async () => (await import('./nouns/telemetry/alarm-history.ts')).alarmingCommands,
  'allocation candidate': async () =>
    (await import('./nouns/placement/allocation.ts')).allocationCandidateCommands,
  'application credential': async () =>
    (await import('./nouns/identity/application-credential.ts')).applicationCredentialCommands,
  'availability zone': async () =>
    (await import('./nouns/compute/availability-zone.ts')).availabilityZoneCommands,
  'block storage cleanup': async () =>
    (await import('./nouns/volume/block-storage-cleanup.ts')).blockStorageCleanupCommands,
  'block storage snapshot': async () =>
    (await import('./nouns/volume/block-storage-manageable.ts')).blockStorageSnapshotCommands,
  'block storage volume': async () =>
    (await import('./nouns/volume/block-storage-manageable.ts')).blockStorageVolumeCommands,
  'block storage cluster': async () =>
    (await import('./nouns/volume/block-storage-cluster.ts')).blockStorageClusterCommands,
  'block storage resource filter': async () =>
    (await import('./nouns/volume/block-storage-resource-filter.ts')).blockStorageResourceFilterCommands,
  'consistency group': async () =>
    (await import('./nouns/volume/consistency-group.ts')).consistencyGroupCommands,
  'consistency group snapshot': async () =>
    (await import('./nouns/volume/consistency-group-snapshot.ts')).consistencyGroupSnapshotCommands,
  'block storage log level': async () =>
    (await import('./nouns/volume/block-storage-log-level.ts')).blockStorageLogLevelCommands,
  catalog: async () => (await import('./nouns/identity/catalog.ts')).catalogCommands,
  'compute service': async () => (await import('./nouns/compute/compute-service.ts')).computeServiceCommands,
  configuration: async () => (await import('./nouns/cloud/configuration.ts')).configurationCommands,
  console: async () => (await import('./nouns/compute/console.ts')).consoleCommands,
  container: async () => (await import('./nouns/object-store/container.ts')).containerCommands,
  credential: async () => (await import('./nouns/identity/credential.ts')).credentialCommands,
  domain: async () => (await import('./nouns/identity/domain.ts')).domainCommands,
  endpoint: async () => (await import('./nouns/identity/endpoint.ts')).endpointCommands,
  event: async () => (await import('./nouns/telemetry/event.ts')).eventCommands,
  extension: async () => (await import('./nouns/cloud/extension.ts')).extensionCommands,
  flavor: async () => (await import('./nouns/compute/flavor.ts')).flavorCommands,
  'address scope': async () => (await import('./nouns/network/address-scope.ts')).addressScopeCommands,
  'ip availability': async () => (await import('./nouns/network/ip-availability.ts')).ipAvailabilityCommands,
  'floating ip port forwarding': async () =>
    (await import('./nouns/network/floating-ip-port-forwarding.ts')).floatingIpPortForwardingCommands,
  'floating ip': async () => (await import('./nouns/network/floating-ip.ts')).floatingIpCommands,
  flow: async () => (await import('./nouns/compute/server-flow.ts')).flowCommands,
  group: async () => (await import('./nouns/identity/group.ts')).groupCommands,
  host: async () => (await import('./nouns/compute/host.ts')).hostCommands,
  hypervisor: async () => (await import('./nouns/compute/hypervisor.ts')).hypervisorCommands,
  image: async () => (await import('./nouns/image/image.ts')).imageCommands,
  'image create': async () => (await import('./nouns/image/image-create.ts')).imageCreateCommands,
  'image import': async () => (await import('./nouns/image/image-import.ts')).imageImportCommands,
  'image member': async () => (await import('./nouns/image/image-member.ts')).imageMemberCommands,
  'image save': async () => (await import('./nouns/image/image-save.ts')).imageSaveCommands,
  'image set': async () => (await import('./nouns/image/image-set.ts')).imageSetCommands,
  'image stage': async () => (await import('./nouns/image/image-stage.ts')).imageStageCommands,
  'image stores': async () => (await import('./nouns/image/image-stores.ts')).imageStoresCommands,
  'image task': async () => (await import('./nouns/image/image-task.ts')).imageTaskCommands,
  'implied role': async () => (await import('./nouns/identity/implied-role.ts')).impliedRoleCommands,
  keypair: async () => (await import('./nouns/compute/keypair.ts')).keypairCommands,
  limits: async () => (await import('./nouns/compute/limits.ts')).limitsCommands,
  metric: async () => (await import('./nouns/telemetry/metric.ts')).metricCommands,
  'metric aggregates': async () =>
    (await import('./nouns/telemetry/metric-aggregates.ts')).metricAggregatesCommands,
  'metric archive-policy': async () =>
    (await import('./nouns/telemetry/metric-archive-policy.ts')).metricArchivePolicyCommands,
  'metric archive-policy-rule': async () =>
    (await import('./nouns/telemetry/metric-archive-policy.ts')).metricArchivePolicyRuleCommands,
  'metric measures': async () =>
    (await import('./nouns/telemetry/metric-measures.ts')).metricMeasuresCommands,
  'metric resource': async () =>
    (await import('./nouns/telemetry/metric-resource.ts')).metricResourceCommands,
  'metric resource-type': async () =>
    (await import('./nouns/telemetry/metric-resource-type.ts')).metricResourceTypeCommands,
  'local ip': async () => (await import('./nouns/network/local-ip.ts')).localIpCommands,
  'local ip association': async () =>
    (await import('./nouns/network/local-ip-association.ts')).localIpAssociationCommands,
  network: async () => (await import('./nouns/network/network.ts')).networkCommands,
  'network agent': async () => (await import('./nouns/network/network-agent.ts')).networkAgentCommands,
  object: async () => (await import('./nouns/object-store/object.ts')).objectCommands,
  'object store account': async () =>
    (await import('./nouns/object-store/object-store-account.ts')).objectStoreAccountCommands,
  orchestration: async () => (await import('./nouns/orchestration/orchestration.ts')).orchestrationCommands,
  'network auto allocated topology': async () =>
    (await import('./nouns/network/auto-allocated-topology.ts')).autoAllocatedTopologyCommands,
  'network l3 conntrack helper': async () =>
    (await import('./nouns/network/l3-conntrack-helper.ts')).l3ConntrackHelperCommands,
  'network qos policy': async () =>
    (await import('./nouns/network/network-qos-policy.ts')).networkQosPolicyCommands,
  'network flavor': async () => (await import('./nouns/network/network-flavor.ts')).networkFlavorCommands,
  'network flavor profile': async () =>
    (await import('./nouns/network/network-flavor.ts')).networkFlavorProfileCommands,
  'network meter': async () => (await import('./nouns/network/network-meter.ts')).networkMeterCommands,
  'network meter rule': async () =>
    (await import('./nouns/network/network-meter.ts')).networkMeterRuleCommands,
  'network qos rule': async () =>
    (await import('./nouns/network/network-qos-rule.ts')).networkQosRuleCommands,
  'network service provider': async () =>
    (await import('./nouns/network/network-flavor.ts')).networkServiceProviderCommands,
  'network qos rule type': async () =>
    (await import('./nouns/network/network-qos-policy.ts')).networkQosRuleTypeCommands,
  'network rbac': async () => (await import('./nouns/network/network-rbac.ts')).networkRbacCommands,
  'network segment range': async () =>
    (await import('./nouns/network/network-segment-range.ts')).networkSegmentRangeCommands,
  'network log': async () => (await import('./nouns/network/network-log.ts')).networkLogCommands,
  'network loggable resources': async () =>
    (await import('./nouns/network/network-log.ts')).loggableResourcesCommands,
  'network onboard': async () => (await import('./nouns/network/network-onboard.ts')).networkOnboardCommands,
  'network subport': async () => (await import('./nouns/network/network-trunk.ts')).networkSubportCommands,
  'network trunk': async () => (await import('./nouns/network/network-trunk.ts')).networkTrunkCommands,
  'network segment': async () => (await import('./nouns/network/network-segment.ts')).networkSegmentCommands,
  port: async () => (await import('./nouns/network/port.ts')).portCommands,
  project: async () => (await import('./nouns/identity/project.ts')).projectCommands,
  'project cleanup': async () => (await import('./nouns/identity/project-cleanup.ts')).projectCleanupCommands,
  'project purge': async () => (await import('./nouns/identity/project-purge.ts')).projectPurgeCommands,
  quota: async () => (await import('./nouns/compute/quota.ts')).quotaCommands,
  region: async () => (await import('./nouns/identity/region.ts')).regionCommands,
  'resource class': async () => (await import('./nouns/placement/resource-class.ts')).resourceClassCommands,
  'resource provider': async () =>
    (await import('./nouns/placement/resource-provider.ts')).resourceProviderCommands,
  'resource provider aggregate': async () =>
    (await import('./nouns/placement/provider-parts.ts')).providerAggregateCommands,
  'resource provider allocation': async () =>
    (await import('./nouns/placement/allocation.ts')).allocationCommands,
  'resource provider inventory': async () =>
    (await import('./nouns/placement/inventory.ts')).inventoryCommands,
  'resource provider trait': async () =>
    (await import('./nouns/placement/provider-parts.ts')).providerTraitCommands,
  'resource provider usage': async () =>
    (await import('./nouns/placement/provider-parts.ts')).providerUsageCommands,
  'resource usage': async () => (await import('./nouns/placement/provider-parts.ts')).resourceUsageCommands,
  role: async () => (await import('./nouns/identity/role.ts')).roleCommands,
  'role assignment': async () => (await import('./nouns/identity/role-assignment.ts')).roleAssignmentCommands,
  router: async () => (await import('./nouns/network/router.ts')).routerCommands,
  'router ndp proxy': async () =>
    (await import('./nouns/network/router-ndp-proxy.ts')).routerNdpProxyCommands,
  secret: async () => (await import('./nouns/key-manager/secret.ts')).secretCommands,
  'secret consumer': async () =>
    (await import('./nouns/key-manager/secret-consumer.ts')).secretConsumerCommands,
  'secret container': async () =>
    (await import('./nouns/key-manager/secret-container.ts')).secretContainerCommands,
  'secret order': async () => (await import('./nouns/key-manager/secret-order.ts')).secretOrderCommands,
  'security group': async () => (await import('./nouns/network/security-group.ts')).securityGroupCommands,
  'security group rule': async () =>
    (await import('./nouns/network/security-group-rule.ts')).securityGroupRuleCommands,
  server: async () => [
    ...(await import('./nouns/compute/server.ts')).serverCommands,
    ...(await import('./nouns/compute/server-actions.ts')).serverActionCommands,
  ],
  'server backup': async () => (await import('./nouns/compute/server-image.ts')).serverBackupCommands,
  'server event': async () => (await import('./nouns/compute/server-event.ts')).serverEventCommands,
  'server flow': async () => (await import('./nouns/compute/server-flow.ts')).serverFlowCommands,
  'server group': async () => (await import('./nouns/compute/server-group.ts')).serverGroupCommands,
  'server image': async () => (await import('./nouns/compute/server-image.ts')).serverImageCommands,
  'server migration': async () =>
    (await import('./nouns/compute/server-migration.ts')).serverMigrationCommands,
  'server scheduling': async () =>
    (await import('./nouns/compute/server-scheduling.ts')).serverSchedulingCommands,
  'server volume': async () => (await import('./nouns/compute/server-volume-list.ts')).serverVolumeCommands,
  service: async () => (await import('./nouns/identity/service.ts')).serviceCommands,
  'software config': async () =>
    (await import('./nouns/orchestration/software-config.ts')).softwareConfigCommands,
  'software deployment': async () =>
    (await import('./nouns/orchestration/software-deployment.ts')).softwareDeploymentCommands,
  stack: async () => [
    ...(await import('./nouns/orchestration/stack.ts')).stackCommands,
    ...(await import('./nouns/orchestration/stack-action.ts')).stackActionCommands,
    ...(await import('./nouns/orchestration/stack-adopt.ts')).stackAdoptCommands,
    ...(await import('./nouns/orchestration/stack-create.ts')).stackCreateCommands,
    ...(await import('./nouns/orchestration/stack-update.ts')).stackUpdateCommands,
  ],
  'stack environment': async () =>
    (await import('./nouns/orchestration/stack-document.ts')).stackEnvironmentCommands,
  'stack event': async () => (await import('./nouns/orchestration/stack-event.ts')).stackEventCommands,
  'stack failures': async () =>
    (await import('./nouns/orchestration/stack-failures.ts')).stackFailuresCommands,
  'stack file': async () => (await import('./nouns/orchestration/stack-document.ts')).stackFileCommands,
  'stack hook': async () => (await import('./nouns/orchestration/stack-hook.ts')).stackHookCommands,
  'stack output': async () => (await import('./nouns/orchestration/stack-output.ts')).stackOutputCommands,
  'stack resource': async () =>
    (await import('./nouns/orchestration/stack-resource.ts')).stackResourceCommands,
  'stack snapshot': async () =>
    (await import('./nouns/orchestration/stack-snapshot.ts')).stackSnapshotCommands,
  'stack template': async () =>
    (await import('./nouns/orchestration/stack-document.ts')).stackTemplateCommands,
  subnet: async () => (await import('./nouns/network/subnet.ts')).subnetCommands,
  'subnet pool': async () => (await import('./nouns/network/subnet-pool.ts')).subnetPoolCommands,
  token: async () => (await import('./nouns/identity/token.ts')).tokenCommands,
  trait: async () => (await import('./nouns/placement/trait.ts')).traitCommands,
  usage: async () => (await import('./nouns/compute/usage.ts')).usageCommands,
  user: async () => (await import('./nouns/identity/user.ts')).userCommands,
  versions: async () => (await import('./nouns/cloud/versions.ts')).versionsCommands,
  volume: async () => (await import('./nouns/volume/volume.ts')).volumeCommands,
  'volume attachment': async () =>
    (await import('./nouns/volume/volume-attachment.ts')).volumeAttachmentCommands,
  'volume backend': async () => (await import('./nouns/volume/volume-backend.ts')).volumeBackendCommands,
  'volume revert': async () => (await import('./nouns/volume/volume-revert.ts')).volumeRevertCommands,
  'volume summary': async () => (await import('./nouns/volume/volume-summary.ts')).volumeSummaryCommands,
  'volume backup': async () => (await import('./nouns/volume/volume-backup.ts')).volumeBackupCommands,
  'volume group': async () => (await import('./nouns/volume/volume-group.ts')).volumeGroupCommands,
  'volume group snapshot': async () =>
    (await import('./nouns/volume/volume-group-snapshot.ts')).volumeGroupSnapshotCommands,
  'volume group type': async () =>
    (await import('./nouns/volume/volume-group-type.ts')).volumeGroupTypeCommands,
  'volume host': async () => (await import('./nouns/volume/volume-host.ts')).volumeHostCommands,
  'volume message': async () => (await import('./nouns/volume/volume-message.ts')).volumeMessageCommands,
  'volume migrate': async () => (await import('./nouns/volume/volume-host.ts')).volumeMigrateCommands,
  'volume qos': async () => (await import('./nouns/volume/volume-qos.ts')).volumeQosCommands,
  'volume service': async () => (await import('./nouns/volume/volume-service.ts')).volumeServiceCommands,
  'volume snapshot': async () => (await import('./nouns/volume/volume-snapshot.ts')).volumeSnapshotCommands,
  'volume transfer request': async () =>
    (await import('./nouns/volume/volume-transfer-request.ts')).volumeTransferRequestCommands,
  'volume type': async () => (await import('./nouns/volume/volume-type.ts')).volumeTypeCommands,
}

const loaded = async (chosen: readonly Commands[]): Promise<readonly Command[]> =>
  (await Promise.all(chosen.map((load) => load()))).flat()

/** Loads the commands that may match `words`. */
export const commandsFor = (words: readonly string[]): Promise<readonly Command[]> => {
  const line = `${words.join(' ')} `
  return loaded(Object.entries(nouns).flatMap(([noun, load]) => (line.startsWith(`${noun} `) ? [load] : [])))
}

/** Loads all commands of the CLI. */
export const allCommands = (): Promise<readonly Command[]> => loaded(Object.values(nouns))
