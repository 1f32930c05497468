import { own } from '@nimbo/kernel/own'

/** The types under which catalogs have a service, that of today first, by the name of the project that it is of. */
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
}

/** None of a service that the table lacks: tokens that are for some requests only are for none of it. */
export const catalogTypesOf = (project: string): readonly string[] => own(byProject, project) ?? []
