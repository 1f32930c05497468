import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'yaml'
import { hotSource } from './hot-source.ts'
import { sourceSpecs } from './source-specs.ts'
import { terraformSource } from './terraform-source.ts'

const specOf = (panel: string) => sourceSpecs[panel] ?? assert.fail(panel)

const server = {
  name: 'web 1',
  image: { id: 'i1' },
  flavor: { original_name: 'small' },
  key_name: null,
  addresses: { front: [], back: [] },
  security_groups: [{ name: 'default' }, { name: 'default' }],
  metadata: { role: `a \${trap} "quoted"` },
}

test('the template of a server has its properties and leaves out empty ones', () => {
  const made: unknown = parse(hotSource(specOf('servers'), server) ?? '')
  assert.deepEqual(made, {
    heat_template_version: '2018-08-31',
    resources: {
      web_1: {
        type: 'OS::Nova::Server',
        properties: {
          name: 'web 1',
          image: 'i1',
          flavor: 'small',
          networks: [{ network: 'front' }, { network: 'back' }],
          security_groups: ['default'],
          metadata: { role: `a \${trap} "quoted"` },
        },
      },
    },
  })
})

test('the Terraform source of a server has lists as blocks and escapes interpolation in texts', () => {
  assert.equal(
    terraformSource(specOf('servers'), server),
    `resource "openstack_compute_instance_v2" "web_1" {
  name = "web 1"
  image_id = "i1"
  flavor_name = "small"
  network {
    name = "front"
  }
  network {
    name = "back"
  }
  security_groups = ["default"]
  metadata = {
    "role" = "a $\${trap} \\"quoted\\""
  }
}
`,
  )
})

test('the Terraform source of a security group has each rule as its own resource', () => {
  const group = {
    name: '9',
    security_group_rules: [{ direction: 'ingress', ethertype: 'IPv4', protocol: 'tcp', port_range_min: 22 }],
  }
  const text = terraformSource(specOf('security-groups'), group) ?? ''
  assert.match(text, /resource "openstack_networking_secgroup_v2" "_9" \{/)
  assert.match(
    text,
    /resource "openstack_networking_secgroup_rule_v2" "_9_1" \{\n {2}security_group_id = openstack_networking_secgroup_v2\._9\.id\n/,
  )
})
