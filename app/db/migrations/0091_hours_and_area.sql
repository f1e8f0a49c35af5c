-- When a business is open, and where it works, in its own words. Its landing pages show them.
alter table seo_settings
  add column business_hours text not null default '',
  add column business_area text not null default '';
