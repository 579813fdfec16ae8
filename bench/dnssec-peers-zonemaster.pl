# Tests zones with Zonemaster's engine. Reads one zone name per line and answers each with one line: the zone, then
# for each
# message of level WARNING or above a tab and LEVEL:MODULE:TAG.
use strict;
use warnings;
use Zonemaster::Engine;
use Zonemaster::Engine::Profile;

# The table contains dead servers: one second of waiting for them is enough.
my $profile = Zonemaster::Engine::Profile->effective;
$profile->set("resolver.defaults.$_", 1) for qw(retry retrans timeout);
# Only tests of DNSSEC, delegation and SOA are run.
$profile->set("test_cases", [grep { /^(dnssec|delegation|consistency|zone)/ } @{$profile->get("test_cases")}]);

$| = 1;
while (my $zone = <STDIN>) {
    chomp $zone;
    # Only the log is cleared. The engine's cache stays, because all zones of the table have the same zones above
    # them.
    Zonemaster::Engine->logger->clear_history;
    my %said = map { join(":", $_->level, $_->module, $_->tag) => 1 } grep { $_->numeric_level >= 3 } Zonemaster::Engine->test_zone($zone);
    print join("\t", $zone, sort keys %said), "\n";
}
