/** Where what a resource stands for has a page of its own. */
const panels: Readonly<Record<string, string>> = {
  'OS::Nova::Server': 'servers',
  'OS::Nova::KeyPair': 'key-pairs',
  'OS::Nova::ServerGroup': 'server-groups',
  'OS::Nova::Flavor': 'flavors',
  'OS::Glance::WebImage': 'images',
  'OS::Cinder::Volume': 'volumes',
  'OS::Neutron::Net': 'networks',
  'OS::Neutron::ProviderNet': 'networks',
  'OS::Neutron::Subnet': 'subnets',
  'OS::Neutron::Port': 'ports',
  'OS::Neutron::Router': 'routers',
  'OS::Neutron::FloatingIP': 'floating-ips',
  'OS::Neutron::SecurityGroup': 'security-groups',
  'OS::Swift::Container': 'containers',
  'OS::Aodh::GnocchiAggregationByMetricsAlarm': 'alarms',
  'OS::Aodh::GnocchiAggregationByResourcesAlarm': 'alarms',
  'OS::Aodh::GnocchiResourcesAlarm': 'alarms',
  'OS::Aodh::EventAlarm': 'alarms',
}

/** The panel that has what a resource of a stack stands for; undefined where none has. */
export const panelOfType = (type: string): string | undefined => panels[type]
