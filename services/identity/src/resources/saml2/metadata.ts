import { X509Certificate } from 'node:crypto'
import type { KeystoneConfig } from '../../config.ts'
import { saml } from './names.ts'
import { xmlText } from './xml-text.ts'

type SamlOptions = KeystoneConfig['saml']

const element = (name: string, text: string | undefined, attributes = ''): string =>
  text === undefined ? '' : `<md:${name}${attributes}>${xmlText(text)}</md:${name}>`

const organization = (options: SamlOptions): string => {
  const { idp_lang, idp_organization_name, idp_organization_display_name, idp_organization_url } = options
  if (idp_organization_url === undefined) return ''
  const lang = ` xml:lang="${xmlText(idp_lang)}"`
  return `<md:Organization>${element('OrganizationName', idp_organization_name, lang)}${element(
    'OrganizationDisplayName',
    idp_organization_display_name,
    lang,
  )}${element('OrganizationURL', idp_organization_url, lang)}</md:Organization>`
}

const contact = (options: SamlOptions): string => {
  const parts = [
    element('Company', options.idp_contact_company),
    element('GivenName', options.idp_contact_name),
    element('SurName', options.idp_contact_surname),
    element('EmailAddress', options.idp_contact_email),
    element('TelephoneNumber', options.idp_contact_telephone),
  ].join('')
  return parts === ''
    ? ''
    : `<md:ContactPerson contactType="${options.idp_contact_type}">${parts}</md:ContactPerson>`
}

/** The metadata document of an identity provider: entity ID, signing certificate, single sign-on endpoint. */
export const idpMetadata = (
  options: SamlOptions,
  of: { readonly entityId: string; readonly ssoEndpoint: string; readonly certificate: string },
): string => {
  const certificate = new X509Certificate(of.certificate).raw.toString('base64')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<md:EntityDescriptor xmlns:md="${saml.metadata}" xmlns:ds="${saml.signature}" entityID="${xmlText(of.entityId)}">`,
    `<md:IDPSSODescriptor protocolSupportEnumeration="${saml.protocol}">`,
    `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
    `<md:NameIDFormat>${saml.transientNameId}</md:NameIDFormat>`,
    `<md:SingleSignOnService Binding="${saml.uriBinding}" Location="${xmlText(of.ssoEndpoint)}"/>`,
    '</md:IDPSSODescriptor>',
    organization(options),
    contact(options),
    '</md:EntityDescriptor>\n',
  ].join('')
}
