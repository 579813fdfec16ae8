# Tests zones with Zonemaster's engine. Reads their names, a line each; answers each at once with a line: the name, then a tab and LEVEL:MODULE:TAG of
# each message of level WARNING and above.
use strict;
use warnings;
use Zonemaster::Engine;
use Zonemaster::Engine::Profile;

# Dead servers are part of the table: a second is enough to know.
my $profile = Zonemaster::Engine::Profile->effective;
$profile->set("resolver.defaults.$_", 1) for qw(retry retrans timeout);
# What says nothing of DNSSEC, delegation and SOA is left out.
$profile->set("test_cases", [grep { /^(dnssec|delegation|consistency|zone)/ } @{$profile->get("test_cases")}]);

$| = 1;
while (my $zone = <STDIN>) {
    chomp $zone;
    # What was asked is kept: all zones of the table have the same zones above them.
    Zonemaster::Engine->logger->clear_history;
    my %said = map { join(":", $_->level, $_->module, $_->tag) => 1 } grep { $_->numeric_level >= 3 } Zonemaster::Engine->test_zone($zone);
    print join("\t", $zone, sort keys %said), "\n";
}
