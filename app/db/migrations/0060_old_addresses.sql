-- Old addresses are found whatever the case of their letters is: some servers and generators do not tell it apart.
create index redirects_lower_path_idx on redirects (site_id, lower(path));
