# Tests zones with Zonemaster's engine. Reads their names, a line each; answers each at once with a line: the name, then the tags
# of level ERROR and above, sorted.
use strict;
use warnings;
use Zonemaster::Engine;
use Zonemaster::Engine::Profile;

# Dead servers are part of the plan: a second is enough to know.
my $profile = Zonemaster::Engine::Profile->effective;
$profile->set("resolver.defaults.$_", 1) for qw(retry retrans timeout);

# Cases that have nothing of level ERROR to say are left out: they are a third of the work.
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
