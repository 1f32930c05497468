import { type Config, defineOptions } from '@nimbo/config/option-group'
import { integer, list, seconds, string } from '@nimbo/config/option-types'

const general = defineOptions('DEFAULT', {
  secret_key: string({
    help: 'What tokens of sessions are encrypted with: any long random text, the same for every horizon of the cloud.',
    secret: true,
  }),
  keystone_url: string({
    help: 'Identity of another cloud, in front of which the dashboard stands: http://keystone:5000/v3. This cloud unless given.',
  }),
  region: string({
    default: 'RegionOne',
    help: 'The region that sessions begin in, where the catalog has it; else the first of the catalog.',
  }),
  allowed_origins: list({
    default: [],
    help: 'Further origins of the page, where a proxy stands before it: https://cloud.example.org.',
  }),
  sessions_per_user: integer({
    default: 50,
    min: 1,
    help: 'How many sessions one user has at once; the oldest ends when there is one more.',
  }),
  page_directory: string({
    help: 'Where the page lies that was built elsewhere; built here when it is first asked for unless given.',
  }),
  link_lifetime: seconds({ default: 300, help: 'Seconds for which a login link can be used.' }),
})

const websso = defineOptions('websso', {
  choices: list({
    default: [],
    help: 'Ways to sign in with an identity provider, as IDP/PROTOCOL=LABEL, or PROTOCOL=LABEL where identity finds the provider: acme/openid=Acme. Identity has to name the dashboard in [federation] trusted_dashboard: https://cloud.example/dashboard/auth/websso/.',
  }),
  keystone_url: string({
    help: 'Identity as browsers reach it: https://cloud.example/identity/v3. [DEFAULT] keystone_url unless given; without either /identity/v3 beside the dashboard.',
  }),
})

const events = defineOptions('events', {
  streams: integer({ default: 2000, min: 1, help: 'How many pages one process tells of changes at once.' }),
  streams_per_session: integer({ default: 10, min: 1, help: 'How many of them are of one session.' }),
  exchanges: list({
    default: ['keystone', 'glance', 'neutron', 'cinder', 'nova', 'heat'],
    help: 'The services whose notifications are heard, by the exchange each publishes on.',
  }),
  topics: list({
    default: ['notifications', 'versioned_notifications'],
    help: 'The topics they publish to, without the priority.',
  }),
  transport_url: string({
    help: 'The broker for notifications; that of all messages unless set.',
    secret: true,
  }),
})

/** The options of horizon.conf. */
export const horizonOptions = [general, websso, events] as const

export type HorizonConfig = Config<(typeof horizonOptions)[number]>
