# Tests zones with Zonemaster's engine. Reads one zone name per line and answers each with one line: the zone, then
# the sorted tags of its messages of level ERROR and above.
use strict;
use warnings;
use Zonemaster::Engine;
use Zonemaster::Engine::Profile;

# The plan contains dead servers: one second of waiting for them is enough.
my $profile = Zonemaster::Engine::Profile->effective;
$profile->set("resolver.defaults.$_", 1) for qw(retry retrans timeout);

# Test cases without messages of level ERROR are skipped: they are a third of the work.
my $level_of = $profile->get("test_levels");
my %telling;
for my $module (Zonemaster::Engine->modules, "Basic") {
    my %tags_of = %{"Zonemaster::Engine::Test::$module"->metadata};
    for my $case (keys %tags_of) {
        $telling{$case} = grep { ($level_of->{uc $module}{$_} // "") =~ /^(ERROR|CRITICAL)$/ } @{$tags_of{$case}};
    }
}
$profile->set("test_cases", [grep { $telling{$_} } @{$profile->get("test_cases")}]);

$| = 1;
while (my $zone = <STDIN>) {
    chomp $zone;
    Zonemaster::Engine->reset;
    my %tags = map { $_->tag => 1 } grep { $_->numeric_level >= 4 } Zonemaster::Engine->test_zone($zone);
    print join(" ", $zone, sort keys %tags), "\n";
}
