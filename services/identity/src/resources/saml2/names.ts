/** Namespaces and identifiers of SAML 2.0, SOAP and XML Signature. */
export const saml = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  success: 'urn:oasis:names:tc:SAML:2.0:status:Success',
  bearer: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  entityNameId: 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity',
  transientNameId: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  passwordContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
  basicNameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
  uriBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:URI',
  ecp: 'urn:oasis:names:tc:SAML:2.0:profiles:SSO:ecp',
  soap: 'http://schemas.xmlsoap.org/soap/envelope/',
  nextActor: 'http://schemas.xmlsoap.org/soap/actor/next',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const
