<?php
// Fills an empty WordPress: a site, permalinks, a user of each role with an application password, printed as JSON.
$_SERVER['HTTP_HOST'] = parse_url($argv[1], PHP_URL_HOST) . ':' . parse_url($argv[1], PHP_URL_PORT);
define('WP_INSTALLING', true);
require $argv[2] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Harbour Post', 'administrator', 'administrator@example.com', true, '', wp_generate_password());
update_option('siteurl', $argv[1]);
update_option('home', $argv[1]);
$wp_rewrite->set_permalink_structure('/%postname%/');
$wp_rewrite->flush_rules();
$passwords = [];
foreach (['administrator', 'author', 'contributor'] as $role) {
  if ($role !== 'administrator') {
    wp_insert_user(['user_login' => $role, 'user_pass' => wp_generate_password(), 'user_email' => "$role@example.com", 'role' => $role]);
  }
  [$passwords[$role]] = WP_Application_Passwords::create_new_application_password(get_user_by('login', $role)->ID, ['name' => 'Desk']);
}
echo json_encode($passwords);
