/** The cross-domain policy file, which Flash and similar browser plug-ins request before they send anything to another origin. */
export const crossDomainPolicy = (rules: string): string =>
  [
    '<?xml version="1.0"?>',
    '<!DOCTYPE cross-domain-policy SYSTEM "http://www.adobe.com/xml/dtds/cross-domain-policy.dtd" >',
    '<cross-domain-policy>',
    rules,
    '</cross-domain-policy>',
  ].join('\n')
