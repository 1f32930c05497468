import { resourceTypes } from '../src/resource-types/all.ts'

/** The test file that covers a type's creation, change and deletion, by the type's name or its prefix. */
const places: readonly (readonly [file: string, names: readonly string[]])[] = [
  ['neutron-types', ['OS::Neutron::']],
  ['keystone-types', ['OS::Keystone::']],
  ['alarm-types', ['OS::Aodh::']],
  ['server-type', ['OS::Nova::Server', 'OS::Nova::FloatingIP', 'OS::Nova::FloatingIPAssociation']],
  ['server-type', ['OS::Cinder::VolumeAttachment']],
  ['volume-and-image-types', ['OS::Cinder::', 'OS::Glance::', 'OS::Swift::', 'OS::Nova::']],
  ['heat-types', ['OS::Heat::Value', 'OS::Heat::RandomString', 'OS::Heat::TestResource', 'OS::Heat::None']],
  ['heat-types', ['OS::Heat::Delay', 'OS::Heat::SwiftSignalHandle', 'OS::Heat::SwiftSignal']],
  ['waiting-and-scaling', ['OS::Heat::WaitCondition', 'OS::Heat::WaitConditionHandle']],
  ['waiting-and-scaling', ['OS::Heat::UpdateWaitConditionHandle', 'OS::Heat::ScalingPolicy']],
  ['waiting-and-scaling', ['OS::Heat::AutoScalingGroup', 'OS::Heat::AccessPolicy', 'OS::Heat::HARestarter']],
  ['waiting-and-scaling', ['OS::Heat::SoftwareDeploymentGroup', 'OS::Heat::SoftwareDeployments']],
  ['waiting-and-scaling', ['OS::Heat::StructuredDeploymentGroup', 'OS::Heat::StructuredDeployments']],
  ['groups-and-configs', ['OS::Heat::', 'AWS::AutoScaling::LaunchConfiguration']],
]

const fileOf = (type: string): string | undefined =>
  places.find(([, names]) =>
    names.some((name) => (name.endsWith('::') ? type.startsWith(name) : type === name)),
  )?.[0]

/** The types that a test file covers. */
export const typesCoveredBy = (file: string): readonly string[] =>
  resourceTypes.map(({ type }) => type).filter((type) => fileOf(type) === file)

/** All test files that cover types. */
export const filesOfTypes: readonly string[] = [...new Set(places.map(([file]) => file))]
