# Tests zones with Zonemaster's engine, all in one process, so that what they share is asked once.
# Usage: perl zonemaster.pl ZONE...   One line a zone: its name, then the tags of level ERROR and above, sorted.
use strict;
use warnings;
use Zonemaster::Engine;
use Zonemaster::Engine::Profile;

# Dead servers are part of the plan: a second is enough to know.
my $profile = Zonemaster::Engine::Profile->effective;
$profile->set("resolver.defaults.$_", 1) for qw(retry retrans timeout);

$| = 1;
for my $zone (@ARGV) {
    Zonemaster::Engine->reset;
    my %tags = map { $_->tag => 1 } grep { $_->numeric_level >= 4 } Zonemaster::Engine->test_zone($zone);
    print join(" ", $zone, sort keys %tags), "\n";
}
