const subnetOf = (name: string, network: string, cidr: string) => ({
  type: 'OS::Neutron::Subnet',
  properties: { name, network: { get_resource: network }, cidr },
})

const portOn = (name: string, network: string) => ({
  type: 'OS::Neutron::Port',
  depends_on: ['subnet', 'far_subnet'],
  properties: { name, network: { get_resource: network } },
})

const base = (name: string) => ({
  net: { type: 'OS::Neutron::Net', properties: { name } },
  far: { type: 'OS::Neutron::Net', properties: { name } },
  subnet: subnetOf(name, 'net', '10.78.0.0/24'),
  far_subnet: subnetOf(name, 'far', '10.79.0.0/24'),
  word: { type: 'OS::Heat::RandomString', properties: { length: 12 } },
  value: { type: 'OS::Heat::Value', properties: { value: { get_resource: 'word' } } },
})

type Resources = Readonly<Record<string, object>>

/** Has 2 networks, 2 subnets and 2 ports. */
export const first = (name: string): Resources => ({
  ...base(name),
  port: portOn(name, 'net'),
  mover: portOn(name, 'net'),
})

/** Replaces `mover` by a port on the far network, drops `port` and adds a network: 3 networks, 2 subnets, 1 port. */
export const second = (name: string): Resources => ({
  ...base(name),
  mover: portOn(name, 'far'),
  late: { type: 'OS::Neutron::Net', properties: { name } },
})

/** The same update, followed by a resource that fails. */
export const failing = (name: string): Resources => ({
  ...second(name),
  trouble: { type: 'OS::Heat::TestResource', depends_on: ['mover', 'late'], properties: { fail: true } },
})

export const template = (resources: Resources) => ({ heat_template_version: '2021-04-16', resources })
