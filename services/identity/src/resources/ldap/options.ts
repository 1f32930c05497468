type Values = Readonly<Record<string, unknown>>

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const flag = (value: unknown): boolean =>
  value === true || (typeof value === 'string' && /^(true|yes|on|1)$/i.test(value))

const number = (value: unknown): number => {
  const parsed = Number(value)
  return Number.isFinite(parsed) ? parsed : 0
}

/** Lists arrive as arrays or as comma-separated text. */
const list = (value: unknown): readonly string[] => {
  const texts = Array.isArray(value) ? value.map(String) : (text(value)?.split(',') ?? [])
  return texts.map((one) => one.trim()).filter((one) => one !== '')
}

/** The `[ldap]` options of a domain. */
export const ldapOptions = (values: Values) => {
  const suffix = text(values.suffix) ?? ''
  return {
    url: text(values.url) ?? 'ldap://localhost',
    user: text(values.user),
    password: text(values.password),
    scope: values.query_scope === 'sub' ? ('sub' as const) : ('one' as const),
    pageSize: number(values.page_size),
    useTls: flag(values.use_tls),
    tlsCacertfile: text(values.tls_cacertfile),
    tlsCacertdir: text(values.tls_cacertdir),
    tlsReqCert: text(values.tls_req_cert) ?? 'demand',
    users: {
      tree: text(values.user_tree_dn) ?? `ou=Users,${suffix}`,
      filter: text(values.user_filter),
      objectclass: text(values.user_objectclass) ?? 'inetOrgPerson',
      id: text(values.user_id_attribute) ?? 'cn',
      name: text(values.user_name_attribute) ?? 'sn',
      mail: text(values.user_mail_attribute),
      description: text(values.user_description_attribute),
      ignored: list(values.user_attribute_ignore),
      enabled: text(values.user_enabled_attribute),
      enabledInvert: flag(values.user_enabled_invert),
      enabledMask: number(values.user_enabled_mask),
      enabledDefault: values.user_enabled_default ?? 'True',
      emulated: flag(values.user_enabled_emulation),
      emulationDn: text(values.user_enabled_emulation_dn),
      emulatedAsGroups: flag(values.user_enabled_emulation_use_group_config),
      defaultProjectId: text(values.user_default_project_id_attribute),
      more: list(values.user_additional_attribute_mapping),
    },
    groups: {
      tree: text(values.group_tree_dn) ?? `ou=UserGroups,${suffix}`,
      filter: text(values.group_filter),
      objectclass: text(values.group_objectclass) ?? 'groupOfNames',
      id: text(values.group_id_attribute) ?? 'cn',
      name: text(values.group_name_attribute) ?? 'ou',
      member: text(values.group_member_attribute) ?? 'member',
      membersAreIds: flag(values.group_members_are_ids),
      description: text(values.group_desc_attribute),
      ignored: list(values.group_attribute_ignore),
      more: list(values.group_additional_attribute_mapping),
    },
  }
}

export type LdapOptions = ReturnType<typeof ldapOptions>
