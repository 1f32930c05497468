import { own } from '@nimbo/kernel/own'

/** Service types of each project, the current one first (service-types-authority). */
const byProject: Readonly<Record<string, readonly string[]>> = {
  keystone: ['identity'],
  nova: ['compute'],
  placement: ['placement'],
  glance: ['image'],
  neutron: ['network'],
  cinder: ['block-storage', 'volumev3', 'volumev2', 'volume', 'block-store'],
  swift: ['object-store'],
  heat: ['orchestration'],
  'heat-cfn': ['cloudformation'],
  barbican: ['key-manager'],
  gnocchi: ['metric'],
  aodh: ['alarm', 'alarming'],
  ceilometer: ['meter', 'metering', 'telemetry'],
}

/** The types of a service; none if the table lacks it, so access rules never match it. */
export const catalogTypesOf = (project: string): readonly string[] => own(byProject, project) ?? []
