-- put
insert into "recon_figures" ("name", "value")
  values (?, ?)
  on conflict ("name") do update
  set "value" = ?;

-- find
select "value"
  from "recon_figures"
  where "name" = ?;
