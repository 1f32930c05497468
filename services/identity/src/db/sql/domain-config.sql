-- domainOptions, SQLite
select *
  from "domain_config"
  where "domain_id" = ?
  limit 1000;

-- domainOptions, PostgreSQL
select *
  from "domain_config"
  where "domain_id" = $1
  limit $2;
