# Sends one request: perl client.pl <url> [<agent>]
use strict;
use warnings;
use LWP::UserAgent;

my ($url, $agent) = @ARGV;
my $client = LWP::UserAgent->new;
$client->agent($agent) if defined $agent;
$client->get($url);
