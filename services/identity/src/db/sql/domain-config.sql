-- domainOptions
select *
  from "domain_config"
  where "domain_id" = ?
  limit 1000;
