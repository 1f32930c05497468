-- purgeSamlAssertions
delete
  from "saml_assertions"
  where "ends_at" <= ?;
