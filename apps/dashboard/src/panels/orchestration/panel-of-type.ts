/** Panels by Heat resource type. */
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

/** The panel that shows the physical resource of a stack resource's type; undefined if there is none. */
export const panelOfType = (type: string): string | undefined => panels[type]
